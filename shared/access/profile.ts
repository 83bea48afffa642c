import { nameSchemas, z } from '../zod'
import { sexes, statuses } from '../constants'
import { changeOf, Instant, line, name, orNumber } from '../list/page'
import { MAX_PASSWORD_LENGTH } from './password'

/** Small, because an avatar is shown at 80 pixels. */
export const MAX_AVATAR_BYTES = 512 * 1024
/** Bounds of a picture's width and height, in pixels. */
export const MIN_AVATAR_EDGE = 16
export const MAX_AVATAR_EDGE = 2048

/** Blank, or a mobile number of mainland China. Blanks and dashes between its digits are removed. */
export const Phone = z
  .string()
  .overwrite((text) => text.replace(/[\s\p{Pd}]/gu, ''))
  .regex(/^(1[3-9]\d{9})?$/, 'field.phone')
  .meta({ examples: ['13800000000'] })

/** Blank, or an e-mail address. */
export const Email = line(128)
  .refine((text) => text === '' || isEmail(text), 'field.email')
  .meta({ examples: ['li@qc.example'] })
const isEmail = (text: string) => z.email().safeParse(text).success

/** As text or as a number. */
export const SexInput = z
  .enum(sexes)
  .or(z.literal([0, 1, 2]).transform((sex) => sexes[sex]))
  .meta({ canonical: z.enum(sexes) })

/** The fields that operators may set on themselves. Clients send more fields; the others are ignored. */
export const ProfileChange = z.object({
  nickName: name(64),
  phone: orNumber(Phone),
  email: Email,
  sex: SexInput,
  /** Left out: not changed. */
  introduction: line(255).optional(),
  /** The operator's password, required if phone or e-mail changes. */
  password: z.string().max(MAX_PASSWORD_LENGTH).nullish(),
})
export type ProfileChange = z.infer<typeof ProfileChange>
/** The same as sent by clients: fields that are left out stay. */
export const OwnRecordChange = changeOf(ProfileChange)
export type OwnRecordChange = z.infer<typeof OwnRecordChange>

/** The operator's own record. */
export const Profile = z.object({
  user: z.object({
    userId: z.int(),
    username: z.string(),
    nickName: z.string(),
    phone: z.string(),
    email: z.string(),
    sex: z.enum(sexes),
    /** Empty, an address, or a path below the API host without a slash in front. */
    avatar: z.string(),
    introduction: z.string(),
    status: z.enum(statuses),
    roleIds: z.array(z.int()),
    postIds: z.array(z.int()),
    deptIds: z.array(z.int()),
    dept: z.object({ deptId: z.int().nullable(), deptName: z.string(), deptNameEn: z.string() }),
    createdAt: Instant,
    updatedAt: Instant,
  }),
  /** All roles that the operator may act as, independent of the acting role. */
  roles: z.array(z.object({ roleId: z.int(), roleKey: z.string(), roleName: z.string(), roleNameEn: z.string() })),
  posts: z.array(z.object({ postId: z.int(), postName: z.string(), postNameEn: z.string() })),
})
export type Profile = z.infer<typeof Profile>

nameSchemas({ OwnRecordChange, Profile })
