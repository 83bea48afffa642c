import type { OperationTexts } from './operation-texts'

/** Operations of quality control. */
export const qcOperations = {
  'route.operator.overview': ['getOverview', 'Figures of the dashboard, limited to what the caller may see.'],
  'route.operator.start': [
    'getStart',
    'All that the first page needs after a sign-in in one answer: the user, the menu, the settings and the dashboard.',
  ],
  'route.qcAnalysis.box': [
    'compareGroups',
    'Box plots of a characteristic side by side, grouped by `by`: machine, shift, operator, lot and so on.',
  ],
  'route.qcAnalysis.capability': [
    'getCapability',
    'Cp, Cpk, Pp and Ppk of a characteristic with confidence intervals, of each version of the template by itself.',
  ],
  'route.qcAnalysis.charts': [
    'listCharts',
    'Small control charts of all characteristics of a product line. The ones that need attention come first.',
  ],
  'route.qcAnalysis.capabilityTrend': ['getCapabilityTrend', 'Capability of a characteristic by day, week or month.'],
  'route.qcAnalysis.workload': ['getWorkload', 'Numbers of records by hour of the day and by shift.'],
  'route.qcAnalysis.distribution': [
    'getDistribution',
    'Histogram, tests of normality, and findings about the readings such as rounding.',
  ],
  'route.qcAnalysis.export': ['exportChart', 'The points of a control chart with their values, as a CSV or XLSX file.'],
  'route.qcAnalysis.items': ['listAnalysisItems', 'The characteristics that have values to analyse.'],
  'route.qcAnalysis.pareto': ['getPareto', 'Numbers of defects by kind of defect, item or cause, the largest first.'],
  'route.qcAnalysis.recent': [
    'getRecentPoints',
    'The latest points of each charted item of a template, and the limits in force, for entry forms.',
  ],
  'route.qcAnalysis.spc': [
    'getControlChart',
    'The control chart of a characteristic: points, limits, phases and the run rules that points break. Many points are thinned to `maxPoints`; points outside the limits stay.',
  ],
  'route.qcAnnotation.list': ['listAnnotations', 'The annotations of a control chart, the latest point first.'],
  'route.qcAnnotation.create': ['createAnnotation', 'Annotates a point or an instant of a control chart.'],
  'route.qcAnnotation.remove': ['deleteAnnotation', 'Removes an annotation from its control chart.'],
  'route.qcAnalysis.yield': ['getYield', 'First-pass yield by business day of the product line.'],
  'route.qcAudit.list': ['listAuditTrail', 'A page of the audit trail of quality control.'],
  'route.qcAudit.get': ['getAuditEntry', 'One entry of the audit trail with all of its content.'],
  'route.qcAudit.redact': [
    'redactAuditEntry',
    'Hides the comment or reason of an entry for good, with a reason. The seal of the entry stays valid.',
  ],
  'route.qcAudit.export': ['exportAuditTrail', 'All entries that the filters find, as a CSV or XLSX file.'],
  'route.qcAudit.verify': [
    'verifyAuditTrail',
    'Verifies the chain of the audit trail and compares all records with it. With `anchor`, also a former head of the chain. May take minutes; one runs at a time.',
  ],
  'route.qcAudit.verifyProgress': ['getAuditVerification', 'How far the current verification is.'],
  'route.qcBigscreen.get': [
    'getWallScreen',
    'All that the wall screen of a product line shows. The token of a display link is taken as well.',
  ],
  'route.qcDisplay.list': ['listDisplayLinks', 'All display links of wall screens, the revoked ones included.'],
  'route.qcDisplay.create': ['createDisplayLink', 'Creates a display link. Its token is answered this once only.'],
  'route.qcDisplay.revoke': ['revokeDisplayLink', 'Revokes a display link. Its screens go dark.'],
  'route.qcEquipment.options': [
    'listQcEquipmentOptions',
    'The first enabled equipment that the filters find, to choose from.',
  ],
  'route.qcInstrument.list': [
    'listInstrumentKeys',
    'All instrument keys of accounts in the data scope of the caller, the revoked ones included.',
  ],
  'route.qcInstrument.create': [
    'createInstrumentKey',
    'Creates a key for an instrument. The key is answered this once only.',
  ],
  'route.qcInstrument.revoke': ['revokeInstrumentKey', 'Revokes the key of an instrument.'],
  'route.qcLimit.include': ['includePoints', 'Takes excluded points back into the estimate of control limits.'],
  'route.qcLimit.exclusions': [
    'listExclusions',
    'The points of a control chart that limits are not estimated from, with the reasons.',
  ],
  'route.qcLimit.exclude': [
    'excludePoint',
    'Excludes a point with a known cause from the estimate of control limits. The point stays on the chart.',
  ],
  'route.qcLimit.list': [
    'listLimitSets',
    'The sets of control limits of a characteristic, in the order in which they came into force.',
  ],
  'route.qcLimit.freeze': ['createLimitSet', 'Freezes control limits from a point on, or begins a phase on trial.'],
  'route.qcLimit.update': [
    'updateLimitSet',
    'Freezes a phase on trial, ends a set of limits, or changes the run rules that are tested.',
  ],
  'route.qcLimit.estimate': ['estimateLimits', 'The limits that freezing would result in. Nothing is saved.'],
  'route.qcLot.hold': ['holdQcLot', 'Puts an open lot on hold, with a reason.'],
  'route.qcLot.release': [
    'releaseQcLot',
    'Releases a lot that is on hold, with a reason and the signature of the caller.',
  ],
  'route.qcLot.options': ['listQcLotOptions', 'The first lots that the filters find, to choose from.'],
  'route.qcMeasurement.take': [
    'createMeasurements',
    'Takes measurements of an instrument, each as a submitted record. A measurement with a `clientUid` that was taken before is answered with the same record.',
  ],
  'route.qcProduct.options': ['listQcProductOptions', 'The enabled product lines, to choose from.'],
  'route.qcQr.list': ['listQrCodes', 'A page of QR codes.'],
  'route.qcQr.create': [
    'createQrCodes',
    'Gives equipment, lots, templates or records QR codes, or finds those that they have.',
  ],
  'route.qcQr.scan': ['scanQrCode', 'What a QR code stands for.'],
  'route.qcQr.label': ['getQrCodeLabel', 'The label of a QR code as an SVG picture. `size` is in millimetres.'],
  'route.qcQr.revoke': ['revokeQrCode', 'Revokes a QR code, with a reason. Scanning it is answered 404 from then on.'],
  'route.qcRecord.export': [
    'exportQcRecords',
    'The records that the filters find, with their values, as a CSV or XLSX file.',
  ],
  'route.qcRecord.import': [
    'importQcRecords',
    'Reads measurements from a CSV or XLSX file of at most 5 MB, as drafts. Without `dryRun=0` the file is only checked. If one row has a fault, no row is saved.',
  ],
  'route.qcRecord.template': [
    'getQcRecordImportTemplate',
    'An empty sheet with the columns that the import of measurements reads.',
  ],
  'route.qcRecord.group': [
    'countQcRecords',
    'How many of the records that the filters find have each value of the field `by`.',
  ],
  'route.qcRecord.list': ['listQcRecords', 'A page of records, limited to the data scope of the caller.'],
  'route.qcRecord.create': [
    'createQcRecord',
    'Creates a record as a draft. The same `clientUid` sent again answers the same record; other content under it is refused with 409.',
  ],
  'route.qcRecord.get': ['getQcRecord', 'One record with its values, corrections, comments, signatures and photos.'],
  'route.qcRecord.update': [
    'updateQcRecord',
    'Changes the values and the head of a draft or a rejected record. `lockVersion` names the state that the change was made from; a stale one is refused with 409.',
  ],
  'route.qcRecord.approve': [
    'approveQcRecord',
    'Approves a record with the signature of the caller. `lockVersion` names the state that was read.',
  ],
  'route.qcRecord.audit': ['listQcRecordAudit', 'The entries of the audit trail about a record, the last first.'],
  'route.qcRecord.comment': [
    'commentQcRecord',
    'Adds a comment to a record. Users who are mentioned find it in their inbox.',
  ],
  'route.qcRecord.print': ['getQcRecordPrint', 'A record with all that its printed form shows.'],
  'route.qcRecord.reject': [
    'rejectQcRecord',
    'Sends a record back for correction, with a reason and the signature of the caller.',
  ],
  'route.qcRecord.reopen': [
    'reopenQcRecord',
    'Opens an approved record for correction, with a reason and the signature of the caller.',
  ],
  'route.qcRecord.retest': ['retestQcRecord', 'Creates a draft that tests the same again. The first record stays.'],
  'route.qcRecord.review': ['reviewQcRecord', 'Reviews a submitted record with the signature of the caller.'],
  'route.qcRecord.signatures': [
    'listQcRecordSignatures',
    'The signatures of a record, and whether each still covers its content.',
  ],
  'route.qcRecord.submit': [
    'submitQcRecord',
    'Submits a record. It must be complete; 422 says what is missing, by item.',
  ],
  'route.qcRecord.void': [
    'voidQcRecord',
    'Voids a record for good, with a reason. A record that was ever approved also needs the signature of the caller.',
  ],
  'route.qcRecord.withdraw': [
    'withdrawQcRecord',
    'Takes a submitted record back to a draft, as long as nobody has reviewed it.',
  ],
  'route.qcRecord.mentionSeen': ['markMentionSeen', 'Notes that the caller has seen a comment that mentions them.'],
  'route.qcRecord.assign': ['assignQcRecord', 'Assigns a record to a user, with a date until when.'],
  'route.qcRecord.assignees': ['listQcRecordAssignees', 'The users that a record can be assigned to.'],
  'route.qcRecord.approval': [
    'getApprovalSummary',
    'What several records contain that are about to be approved together.',
  ],
  'route.qcRecord.approveMany': [
    'approveQcRecords',
    'Approves several records, all of them or none. The password is given once; each record gets its own signature.',
  ],
  'route.qcPhoto.upload': ['uploadPhoto', 'Stores a photo. A record that is saved afterwards names it by its SHA-256.'],
  'route.qcPhoto.get': ['getPhoto', 'A photo of a record, for those who may see the record.'],
  'route.qcRecord.item': ['getQcRecordItem', 'One characteristic of one record, with the records before and after it.'],
  'route.qcNotificationRule.options': [
    'listNotificationRuleOptions',
    'The channels and recipients that a rule can have.',
  ],
  'route.qcNotificationRule.test': [
    'testNotificationRule',
    'Sends a test message by a rule and answers the result of the delivery.',
  ],
  'route.qcNotificationDelivery.list': [
    'listNotificationDeliveries',
    'A page of deliveries of notifications, the latest first.',
  ],
  'route.qcNotificationDelivery.retry': [
    'retryNotificationDelivery',
    'Sends a notification again that failed or was not sent. One that was sent, or is being sent, is refused with 409.',
  ],
  'route.qcSelfcheck.run': [
    'runSelfCheck',
    'Computes published cases with the statistics engine and compares the results.',
  ],
  'route.qcInbox.list': [
    'listInbox',
    'What waits for the caller: records to review or approve, returned records, signals, calibrations, assignments and mentions. The first 200 items, and how many there are of each kind.',
  ],
  'route.qcInbox.count': ['countInbox', 'How much waits for the caller, by kind.'],
  'route.qcSignal.list': ['listQcSignals', 'A page of signals: points of control charts that broke a run rule.'],
  'route.qcSignal.get': ['getQcSignal', 'One signal with its points and its history.'],
  'route.qcSignal.acknowledge': ['acknowledgeQcSignal', 'Notes that the caller knows of an open signal.'],
  'route.qcSignal.close': ['closeQcSignal', 'Closes a signal with its cause and the action taken.'],
  'route.qcSignal.assign': ['assignQcSignal', 'Assigns a signal to a user, with a date until when.'],
  'route.qcSignal.assignees': ['listQcSignalAssignees', 'The users that a signal can be assigned to.'],
  'route.qcSignal.bell': ['getOpenQcSignals', 'The number of open signals, and the latest of them.'],
  'route.qcStream.listen': [
    'listenToEvents',
    'Server-sent events about records and signals of a product line, or of all. The stream stays open. The token of a display link is taken as well.',
  ],
  'route.qcTemplate.list': ['listQcTemplates', 'A page of templates.'],
  'route.qcTemplate.create': ['createQcTemplate', 'Creates a template with an empty draft and answers the id.'],
  'route.qcTemplate.retire': [
    'retireQcTemplate',
    'Retires a template, with a reason: no new record can use it. Its records stay.',
  ],
  'route.qcTemplate.get': [
    'getQcTemplate',
    'A template with one of its versions. Drafts are answered only to those who may list templates.',
  ],
  'route.qcTemplate.update': [
    'updateQcTemplate',
    'Changes name, stage and other properties of a template. Items are changed in a draft.',
  ],
  'route.qcTemplate.copy': [
    'copyQcTemplate',
    'Creates another template with the items of the published version, or of the draft before there is one.',
  ],
  'route.qcTemplate.diff': [
    'compareQcTemplateVersions',
    'The differences between the versions `from` and `to` of a template.',
  ],
  'route.qcTemplate.discardDraft': ['discardQcTemplateDraft', 'Discards the draft of a template.'],
  'route.qcTemplate.createDraft': [
    'createQcTemplateDraft',
    'Begins the next version of a template as a draft with the items of the last one.',
  ],
  'route.qcTemplate.draft': [
    'saveQcTemplateDraft',
    'Replaces all items of the draft. `lockVersion` names the state that the change was made from; a stale one is refused with 409.',
  ],
  'route.qcTemplate.file': [
    'downloadQcTemplate',
    'A version of a template as a JSON file, which another installation can import.',
  ],
  'route.qcTemplate.publish': [
    'publishQcTemplate',
    'Publishes the draft: new records use it from now on. 422 says what is wrong with its items.',
  ],
  'route.qcTemplate.reactivate': ['reactivateQcTemplate', 'Takes a retired template into use again.'],
  'route.qcTemplate.versions': ['listQcTemplateVersions', 'The versions of a template, the newest first.'],
  'route.qcTemplate.import': [
    'importQcTemplate',
    'Creates a template from a file of `downloadQcTemplate`, as a draft.',
  ],
  'route.qcTemplate.options': ['listQcTemplateOptions', 'The published templates in use, to create records with.'],
  'route.search': [
    'search',
    'Records, lots, templates, characteristics, equipment, product lines and users that `q` finds, limited to what the caller may list: at most six of each kind, the best first. Records are found by the beginning or the last digits of their number, their day, lot or template.',
  ],
} as const satisfies OperationTexts
