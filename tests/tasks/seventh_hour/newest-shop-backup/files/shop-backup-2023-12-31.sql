-- 3 tables, 390 rows
INSERT INTO orders VALUES (390);
