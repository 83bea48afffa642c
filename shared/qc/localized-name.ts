import type { Locale } from '../i18n/text'

/** `null` for an object that does not exist. */
export type Named<Name extends string | null = string> = { name: Name; nameEn: string | null | undefined }

/** The name in a language: the English name if there is one. */
export const localizedName = <Name extends string | null>(
  locale: Locale,
  { name, nameEn }: Named<Name>,
): string | Name => (locale === 'en' && nameEn) || name

type WithEquipment = { equipmentName: string | null; equipmentNameEn: string | null | undefined }

/** The name of a record's equipment. */
export const equipmentOf = ({ equipmentName: name, equipmentNameEn: nameEn }: WithEquipment): Named<string | null> => ({
  name,
  nameEn,
})

type WithShift = { shiftName: string | null; shiftNameEn: string | null | undefined }

/** The name of a record's shift. */
export const shiftOf = ({ shiftName: name, shiftNameEn: nameEn }: WithShift): Named<string | null> => ({ name, nameEn })

type WithTemplate = { templateName: string; templateNameEn: string }

/** The name of a record's template. */
export const templateOf = ({ templateName: name, templateNameEn: nameEn }: WithTemplate): Named => ({ name, nameEn })
