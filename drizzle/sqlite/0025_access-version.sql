-- PostgreSQL keeps what roles grant in memory by a version; an embedded database reads it as fast.
SELECT 1;
