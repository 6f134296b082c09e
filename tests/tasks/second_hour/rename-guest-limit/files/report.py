import settings
from booking import free_places

booked = [4, 2, 3]
print(settings.NAME)
print("places:", settings.LIMIT)
print("nights at most:", settings.LIMIT_NIGHTS)
print("free:", free_places(booked))
