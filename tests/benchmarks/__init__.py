"""Tests of the benchmarks: that they work, not how fast anything is."""
