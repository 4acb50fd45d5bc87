"""Tests of what the benchmark of the OpenClaw plugin makes of its turns."""
