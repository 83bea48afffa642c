import { and, eq, inArray } from 'drizzle-orm'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { localizedName } from '#shared/qc/localized-name'
import type { CodeKind } from '#shared/qc/constants'
import { offsetAt } from '#shared/format/line-time'
import type { QrLabel } from '#shared/qc/label/schema'
import { codePath } from '#shared/qc/paths'
import { LABEL, labelTexts, measuresOf, type LabelSize } from '#shared/qc/label/sizes'
import { qrPath } from '#shared/qr-path'
import type { Store } from '../../platform/store'
import { scopeOf } from '../../access/department/data-scope'
import { dayText } from '../../platform/list/day'
import { chunks } from '../../platform/chunks/chunk'
import type { Operator } from '../../access/session/queries'
import { findCode, refuseRevoked, unknownCode, type CodeRow } from './queries'
import { thingsOf } from './target'

/** Place and time of printing. A request cannot tell our address (S58); without one, labels hold the code only. */
type Printing = { locale: Locale; now: number; publicUrl: string | undefined }

type Said = { title: string; lines: (string | null)[] }

/** The labels of codes of one kind, in their order. */
export async function labelsOf(store: Store, kind: CodeKind, rows: CodeRow[], printing: Printing): Promise<QrLabel[]> {
  const said = new Map<number, Said>()
  const ids = rows.map(({ refId }) => refId)
  for (const chunk of chunks(ids)) for (const [id, one] of await say[kind](store, chunk, printing)) said.set(id, one)
  return rows.flatMap(({ code, refId }) => {
    const one = said.get(refId)
    if (!one) return [] // deleted since
    const lines = one.lines.filter((line): line is string => Boolean(line))
    const url = printing.publicUrl === undefined ? code : `${printing.publicUrl}${codePath(code)}`
    return [{ code, kind, refId, title: one.title, lines, url }]
  })
}

/** The local time at an offset from UTC in minutes: `2026-11-21 10:05`. */
const local = (at: number, minutes: number) =>
  new Date(at + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')

const named = (locale: Locale, name: string, nameEn: string) => localizedName(locale, { name, nameEn })

type Say = (store: Store, ids: number[], printing: Printing) => Promise<[id: number, said: Said][]>

const say: Record<CodeKind, Say> = {
  async record({ db, t }, ids, { locale, now }) {
    const { valueBases, templates, lots, products } = t
    const rows = await db
      .select({
        id: valueBases.qcValueBaseId,
        recordNo: valueBases.recordNo,
        inspectedAt: valueBases.inspectedAt,
        tzMin: valueBases.tzMin,
        judgement: valueBases.judgement,
        status: valueBases.status,
        name: templates.name,
        nameEn: templates.nameEn,
        lotNo: lots.lotNo,
        tz: products.tz,
      })
      .from(valueBases)
      .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
      .innerJoin(products, eq(products.productId, valueBases.productId))
      .leftJoin(lots, eq(lots.lotId, valueBases.lotId))
      .where(inArray(valueBases.qcValueBaseId, ids))
    return rows.map(({ id, recordNo, inspectedAt, tzMin, judgement, status, name, nameEn, lotNo, tz }) => {
      const verdict = status === 'voided' ? text(locale, 'qc.status.voided') : text(locale, `qc.judgement.${judgement}`)
      const lines = [
        named(locale, name, nameEn),
        lotNo,
        local(inspectedAt, tzMin),
        text(locale, 'qcQr.labelPrinted', { verdict }),
        local(now, offsetAt(now, tz)).slice(5),
      ]
      return [id, { title: recordNo, lines }]
    })
  },
  async template({ db, t }, ids, { locale }) {
    const { templates, templateVersions, products } = t
    const rows = await db
      .select({
        id: templates.templateId,
        code: templates.code,
        name: templates.name,
        nameEn: templates.nameEn,
        product: products.name,
        productEn: products.nameEn,
        versionNo: templateVersions.versionNo,
      })
      .from(templates)
      .innerJoin(products, eq(products.productId, templates.productId))
      .leftJoin(
        templateVersions,
        and(eq(templateVersions.templateId, templates.templateId), eq(templateVersions.status, 'published')),
      )
      .where(inArray(templates.templateId, ids))
    return rows.map(({ id, code, name, nameEn, product, productEn, versionNo }) => {
      const version = versionNo === null ? null : `v${versionNo}`
      return [id, { title: code, lines: [named(locale, name, nameEn), named(locale, product, productEn), version] }]
    })
  },
  async lot({ db, t: { lots, products } }, ids, { locale }) {
    const rows = await db
      .select({
        id: lots.lotId,
        lotNo: lots.lotNo,
        supplier: lots.supplier,
        producedAt: lots.producedAt,
        product: products.name,
        productEn: products.nameEn,
      })
      .from(lots)
      .innerJoin(products, eq(products.productId, lots.productId))
      .where(inArray(lots.lotId, ids))
    return rows.map(({ id, lotNo, supplier, producedAt, product, productEn }) => {
      return [id, { title: lotNo, lines: [named(locale, product, productEn), supplier, dayText(producedAt)] }]
    })
  },
  async equipment({ db, t: { equipment, products } }, ids, { locale }) {
    const rows = await db
      .select({
        id: equipment.equipmentId,
        code: equipment.code,
        name: equipment.name,
        nameEn: equipment.nameEn,
        product: products.name,
        productEn: products.nameEn,
      })
      .from(equipment)
      .leftJoin(products, eq(products.productId, equipment.productId))
      .where(inArray(equipment.equipmentId, ids))
    return rows.map(({ id, code, name, nameEn, product, productEn }) => {
      const line = product === null ? null : named(locale, product, productEn ?? '')
      return [id, { title: code, lines: [named(locale, name, nameEn), line] }]
    })
  },
}

/**
 * The label of a valid code.
 * @throws Refusal 404 if it is revoked, unknown or outside of the operator's scope
 */
export async function labelOfCode(store: Store, typed: string, operator: Operator, printing: Printing) {
  const row = await findCode(store, store.db, typed)
  const things = await thingsOf(store, store.db, row.kind, [row.refId], await scopeOf(store, operator))
  if (!things.has(row.refId)) throw unknownCode()
  refuseRevoked(row)
  const [label] = await labelsOf(store, row.kind, [row], printing)
  return label
}

/** A label as a picture of its true size. Its texts may contain any character and are escaped. */
export function labelSvg(label: QrLabel, size: LabelSize): string {
  const { width, height } = measuresOf(size)
  const { size: modules, path } = qrPath(label.url)
  const { x, y, size: side } = LABEL.qr
  const texts = labelTexts(label).map(
    ({ text, x: left, y: base, size: font, isBold }) =>
      `<text x="${left}" y="${base}" font-size="${font}"${isBold ? ' font-weight="700"' : ''}>${escaped(text)}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${LABEL.width} ${LABEL.height}">`,
    `<title>${escaped(label.title)}</title>`,
    `<rect width="${LABEL.width}" height="${LABEL.height}" fill="#fff"/>`,
    `<path transform="translate(${x} ${y}) scale(${side / modules})" d="${path}" shape-rendering="crispEdges"/>`,
    `<g font-family="sans-serif">${texts.join('')}</g>`,
    '</svg>',
    '',
  ].join('\n')
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!)
