export const LIST_PATH = '/caliper/qc/value-base'

/** Stands for the id of a record that the server does not have yet. */
export const NEW_PATH = 'new'

export const recordPath = (qcValueBaseId: number | string) => `/caliper/qc/value-info/${qcValueBaseId}`
export const draftPath = (clientUid: string) => `${recordPath(NEW_PATH)}?uid=${encodeURIComponent(clientUid)}`
export const itemPath = (qcValueBaseId: number, itemKey: string) =>
  `/caliper/qc/value-item-info?${new URLSearchParams({ qcValueBaseId: String(qcValueBaseId), itemKey })}`
export const templatePath = (templateId: number) => `/caliper/qc/info-list/${templateId}`
