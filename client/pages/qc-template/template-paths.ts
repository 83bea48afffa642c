/** Where a template is shown: the published version, an older one by its number, or its draft. */
export const templatePath = (templateId: number, version?: number | 'draft') =>
  `/caliper/qc/info-list/${templateId}${version === undefined ? '' : `?version=${version}`}`

export const templateList = '/caliper/qc'
