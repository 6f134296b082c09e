-- 3 tables, 425 rows
INSERT INTO orders VALUES (425);
