from billing import calc as total
from billing.report import line

if __name__ == "__main__":
    jobs = [(2, 10.0), (1, 5.0)]
    print(total(jobs))
    print(line("Meyer", jobs))
