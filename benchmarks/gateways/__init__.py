"""Two real OpenClaw gateways beside each other: one recalls with the bundled active-memory, the other with ours."""
