-- PostgreSQL checks inserted values by statement from here on; an embedded database checks each row, which costs it little.
SELECT 1;
