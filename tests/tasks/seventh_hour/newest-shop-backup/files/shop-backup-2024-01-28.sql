-- 3 tables, 412 rows
INSERT INTO orders VALUES (411);
INSERT INTO orders VALUES (412);
