"""Settings of the guest house."""

LIMIT = 14
LIMIT_NIGHTS = 21
NAME = "Gull Cottage"
