from station.alarm import frost_warning
from station.report import day_report

RAW = [412, 398, 405, 377, 391]

if __name__ == "__main__":
    print(day_report(RAW))
    print(frost_warning(RAW[3]))
