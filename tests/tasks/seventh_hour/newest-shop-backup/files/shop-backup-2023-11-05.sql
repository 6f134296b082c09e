-- 3 tables, 350 rows
INSERT INTO orders VALUES (349);
INSERT INTO orders VALUES (350);
