import { itemTypes, requirements, severities } from '#shared/qc/constants'
import type { PlainTextKey } from '#shared/i18n/text'
import type { ItemField } from '../draft-item'

/** Fields that are edited in the grid. The others are in the sheet of a line. */
type GridField =
  | { field: ItemField; header: PlainTextKey; kind: 'text' | 'code' | 'figure' | 'unit'; width: number }
  | { field: 'type' | 'severity' | 'required'; header: PlainTextKey; kind: 'choice'; width: number }
  | { field: 'spc'; header: PlainTextKey; kind: 'tick'; width: number }

export const gridFields: readonly GridField[] = [
  { field: 'code', header: 'qcTemplate.field.code', kind: 'code', width: 104 },
  { field: 'name', header: 'qcTemplate.field.name', kind: 'text', width: 108 },
  { field: 'type', header: 'qcTemplate.field.type', kind: 'choice', width: 70 },
  { field: 'unit', header: 'qcTemplate.field.unit', kind: 'unit', width: 62 },
  { field: 'decimals', header: 'qcTemplate.short.decimals', kind: 'figure', width: 38 },
  { field: 'nominal', header: 'qcTemplate.field.nominal', kind: 'figure', width: 60 },
  { field: 'lsl', header: 'qcTemplate.short.lsl', kind: 'figure', width: 58 },
  { field: 'usl', header: 'qcTemplate.short.usl', kind: 'figure', width: 58 },
  { field: 'warnLow', header: 'qcTemplate.short.warnLow', kind: 'figure', width: 58 },
  { field: 'warnHigh', header: 'qcTemplate.short.warnHigh', kind: 'figure', width: 58 },
  { field: 'sampleSize', header: 'qcTemplate.short.sampleSize', kind: 'figure', width: 34 },
  { field: 'severity', header: 'qcTemplate.field.severity', kind: 'choice', width: 58 },
  { field: 'required', header: 'qcTemplate.field.required', kind: 'choice', width: 62 },
  { field: 'spc', header: 'qcTemplate.field.spc', kind: 'tick', width: 40 },
]

export const optionsOf = { type: itemTypes, severity: severities, required: requirements } as const

/** Focuses a cell, or its control. */
export function focusCell(grid: HTMLElement | null, rowId: number, field: string): boolean {
  const cell = grid?.querySelector<HTMLElement>(`[data-row="${rowId}"] [data-field="${field.split('.')[0]}"]`)
  if (!cell) return false
  cell.focus()
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}
