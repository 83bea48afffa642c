const { sqliteColumns } = require('../server/platform/tables/columns')
const { tables } = require('../server/tables')

// What the migration generator reads for SQLite.
module.exports = tables(sqliteColumns)
