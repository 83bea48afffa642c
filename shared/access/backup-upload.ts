/** Address and media type of a backup that the set-up page uploads, for every form of backup. */
export const BACKUP_PATH = '/api/v1/setup/restore'
export const BACKUP_TYPE = 'application/octet-stream'
