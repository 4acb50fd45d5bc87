"""What programs that keep memory in files keep where: one file for each of them, all pure."""
