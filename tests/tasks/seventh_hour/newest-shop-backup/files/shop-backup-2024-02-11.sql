-- 3 tables, 431 rows
INSERT INTO orders VALUES (431);
