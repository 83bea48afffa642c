/** Where the set-up page sends a backup, and as what, whatever its form. */
export const BACKUP_PATH = '/api/v1/setup/restore'
export const BACKUP_TYPE = 'application/octet-stream'
