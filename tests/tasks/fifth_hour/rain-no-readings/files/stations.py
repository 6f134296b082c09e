"""What the rain gauges have measured this week, in mm a day."""

STATIONS = {
    "Harbour": [4.2, 0.0, 6.4, 1.8],
    "Quarry": [0.0, 0.0, 0.0],
    "Hillock": [],
    "Mill Weir": [2.5, 3.1],
}
