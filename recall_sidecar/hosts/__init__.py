"""What runs inside a host or installs into it, one folder each."""
