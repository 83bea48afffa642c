import type { OperationTexts } from './operation-texts'

/** Operations of dictionaries, parameters, jobs, logs and the monitor. */
export const adminOperations = {
  'route.api.list': ['listApiRoutes', 'A page of the routes of this server, with their titles and permissions.'],
  'route.api.get': ['getApiRoute', 'One route of this server.'],
  'route.api.update': [
    'setApiRouteTitle',
    'Gives a route another title in menus and logs. An empty title restores the original one.',
  ],
  'route.config.frontend': [
    'getAppConfig',
    'The parameters that are marked for the front end, by key. Logo and name of the sign-in page are among them.',
  ],
  'route.config.remove': ['deleteConfigs', 'Moves parameters to the trash. Built-in parameters are refused.'],
  'route.config.byKey': [
    'getConfigByKey',
    'The value of one parameter. One that is not marked for the front end also needs the permission `admin:sysConfig:query`, else it is not found.',
  ],
  'route.dictData.options': [
    'listDictDataOptions',
    'The enabled entries of the dictionary `dictType`, in their order.',
  ],
  'route.dictData.list': ['listDictData', 'A page of entries of dictionaries.'],
  'route.dictData.export': ['exportDictData', 'All entries that the filters find, as a CSV or XLSX file.'],
  'route.dictData.import': [
    'importDictData',
    'Reads entries of dictionaries from a CSV or XLSX file of at most 5 MB. Without `dryRun=0` the file is only checked. If one row has a fault, no row is saved.',
  ],
  'route.dictType.remove': [
    'deleteDictTypes',
    'Moves dictionaries to the trash. A dictionary that has entries is refused.',
  ],
  'route.dictType.options': ['listDictTypeOptions', 'All dictionaries, to choose from.'],
  'route.dictType.update': [
    'updateDictType',
    'Changes a dictionary. If its type changes, its entries get the new type too. A field that is left out stays as it is.',
  ],
  'route.errorLog.report': ['reportClientError', 'Writes a run-time error of a browser to the log of the server.'],
  'route.health.live': ['getLiveness', 'Answers 200 while the process lives.'],
  'route.health.ready': ['getReadiness', 'Answers 200 if the database answers, else 503.'],
  'route.job.unschedule': ['unscheduleJob', 'Stops the schedule of a job. The job stays and can be run by hand.'],
  'route.job.run': ['runJob', 'Runs a job now and answers when it has started.'],
  'route.job.schedule': ['scheduleJob', 'Runs a job by its cron expression from now on.'],
  'route.job.runs': ['listJobRuns', 'A page of finished and current runs of jobs, the latest first.'],
  'route.job.restore': ['restoreJobs', 'Takes deleted jobs back from the trash and answers their ids.'],
  'route.loginLog.remove': [
    'deleteSignInLogEntries',
    'Deletes entries of the sign-in log by id. The deletion is written to the operation log.',
  ],
  'route.loginLog.list': ['listSignInLog', 'A page of the sign-in log: attempts to sign in, and sessions that ended.'],
  'route.loginLog.get': ['getSignInLogEntry', 'One entry of the sign-in log.'],
  'route.loginLog.export': ['exportSignInLog', 'All entries that the filters find, as a CSV or XLSX file.'],
  'route.loginLog.own': ['listOwnSignInLog', 'A page of the sign-in log of the own account.'],
  'route.monitor.figures': [
    'getServerMonitor',
    'Figures of the process, the database, requests, backups and disks. Times are in milliseconds, sizes in bytes.',
  ],
  'route.monitor.notice': [
    'getServerNotice',
    'What an administrator has to attend to, such as a late backup or a full disk.',
  ],
  'route.monitor.trend': ['getServerTrend', 'Figures of the server over the last hours, one point for each interval.'],
  'route.monitor.metrics': ['getMetrics', 'The figures of the server in the text format of Prometheus.'],
} as const satisfies OperationTexts
