const { postgresColumns } = require('../server/platform/tables/columns')
const { tables } = require('../server/tables')

// What the migration generator reads for PostgreSQL.
module.exports = tables(postgresColumns)
