import type { Page } from '#shared/list/page'
import type {
  DraftChange,
  Publication,
  Template,
  TemplateCopy,
  TemplateDetail,
  TemplateDiff,
  TemplateImport,
  TemplateInput,
  TemplateOption,
  TemplateQuery,
} from '#shared/qc/template/schema'
import { download } from '../download'
import { read, request } from '../http'
import { changeAt, type Change } from '../resource'

const path = '/qc/template'

/** A failed read is shown in place of its content; a failed write is reported, unless stated otherwise. */
export const templateApi = {
  list: (query: TemplateQuery, signal?: AbortSignal) => read<Page<Template>>(path, signal, query),
  /** Templates that records can be made of. */
  options: (query: { product?: string; keyword?: string }, signal?: AbortSignal) =>
    read<TemplateOption[]>(`${path}/option-select`, signal, query),
  /** @param versionNo the version to return beside the draft; without it the published one */
  get: (templateId: number, versionNo?: number) =>
    read<TemplateDetail>(`${path}/${templateId}`, undefined, { versionNo }),
  /** Creates it with an empty draft. Returns its id. */
  create: (input: TemplateInput) => request<number>('POST', path, { body: input }),
  update: (templateId: number, change: Change<TemplateInput>) => changeAt(`${path}/${templateId}`, change),
  retire: (templateId: number, reason: string) =>
    request<number>('DELETE', `${path}/${templateId}`, { body: { reason } }),
  reactivate: (templateId: number) => request<number>('POST', `${path}/${templateId}/reactivate`),
  /** Returns the id of the copy. */
  copy: (templateId: number, copy: TemplateCopy) =>
    request<number>('POST', `${path}/${templateId}/copy`, { body: copy }),
  /** Creates a draft of the published version. */
  startDraft: (templateId: number) => request<TemplateDetail>('POST', `${path}/${templateId}/draft`),
  /** 409 if another operator has changed it; 400 names fields as `items.3.usl`. The editor shows both. */
  saveDraft: (templateId: number, change: DraftChange) =>
    request<TemplateDetail>('PUT', `${path}/${templateId}/draft`, { body: change, failures: 'show' }),
  /** Fails as {@link templateApi.saveDraft}. */
  discardDraft: (templateId: number, lockVersion: number) =>
    request<number>('DELETE', `${path}/${templateId}/draft`, { query: { lockVersion }, failures: 'show' }),
  /** Fails as {@link templateApi.saveDraft}. */
  publish: (templateId: number, publication: Publication) =>
    request<TemplateDetail>('POST', `${path}/${templateId}/publish`, { body: publication, failures: 'show' }),
  diff: (templateId: number, from: number, to: number, signal: AbortSignal) =>
    read<TemplateDiff>(`${path}/${templateId}/diff`, signal, { from, to }),
  /** Creates a template from an exported file. Returns its id; errors name the fields of the file. */
  importFile: (file: TemplateImport) => request<number>('POST', `${path}/import`, { body: file, failures: 'show' }),
  /** Exports a version as a file, from which another plant can create a template. */
  downloadFile: (templateId: number, versionNo: number | undefined) =>
    download(`${path}/${templateId}/file`, { query: { versionNo }, signal: new AbortController().signal }),
}
