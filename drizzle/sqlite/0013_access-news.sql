-- PostgreSQL tells its processes of changed rights by triggers; an embedded database has one process and needs none.
SELECT 1;
