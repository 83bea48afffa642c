import { nameSchemas, z } from '../zod'
import { sortFields, type ResourceOf } from '../resource'
import { user } from './user-resource'
import { sexes, statuses } from '../constants'
import {
  changeOf,
  Id,
  Instant,
  line,
  listQuery,
  name,
  optionalLine,
  orEmpty,
  orNumber,
  StatusInput,
} from '../list/page'
import { isPasswordUnlikeName, NewPassword } from './password'
import { Email, Phone, SexInput } from './profile'
import { Username } from './setup'

/** No department or no post. Clients of the family send 0 or nothing. */
const NoId = z.literal([0, '0', '', null]).transform(() => null)
const IdOrNone = Id.or(NoId).meta({ canonical: Id.nullable() })

/** All fields except the password. */
export const UserFields = z.object({
  /** The sign-in name. Unique without regard to letter case, width and surrounding blanks. */
  username: Username,
  nickName: name(64).meta({ examples: ['王芳'] }),
  phone: orEmpty(orNumber(Phone)),
  email: orEmpty(Email),
  sex: SexInput.default('2'),
  deptId: IdOrNone.default(null),
  postId: IdOrNone.default(null),
  /** Left out or null on update: not changed. */
  roleIds: z.array(Id).max(100).nullish(),
  /** The only role that clients of the family know. `roleIds` overrides it, unless `roleIds` is sent back unchanged. */
  roleId: IdOrNone.optional(),
  status: StatusInput.default(statuses.on),
  remark: optionalLine(255),
})

/** The fields of a new user. The user must choose another password at the first sign-in. */
export const UserInput = UserFields.extend({ password: NewPassword }).refine(isPasswordUnlikeName, {
  path: ['password'],
  message: 'password.likeName',
})
export type UserInput = z.infer<typeof UserInput>

/** The changes of a user. Fields that are left out stay. It has no password. */
export const UserChange = changeOf(UserFields)
export type UserChange = z.infer<typeof UserChange>
/** Clients of the family send the user's id in the body. */
export const UserChangeById = UserChange.extend({ userId: Id })

export const User = z.object({
  userId: z.int(),
  username: z.string(),
  nickName: z.string(),
  /** Also empty for callers who may list users but not view a single user. */
  phone: z.string(),
  email: z.string(),
  sex: z.enum(sexes),
  /** Empty, an address, or a path below the API host without a slash in front. */
  avatar: z.string(),
  deptId: z.int().nullable(),
  postId: z.int().nullable(),
  /** The first of the roles. */
  roleId: z.int().nullable(),
  roleIds: z.array(z.int()),
  roleNames: z.array(z.string()),
  /** The English names; the other name for a role without one. */
  roleNamesEn: z.array(z.string()),
  status: z.enum(statuses),
  remark: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  dept: z.object({ deptId: z.int().nullable(), deptName: z.string(), deptNameEn: z.string() }),
  post: z.object({ postId: z.int().nullable(), postName: z.string(), postNameEn: z.string() }),
})
export type User = z.infer<typeof User>

/** `memberId`: the user's member in WeCom, if it is set up and known. */
export const UserDetail = User.extend({ memberId: z.string().nullable() })
export type UserDetail = z.infer<typeof UserDetail>

/** A department and its subtree: its id, alone or between slashes as clients of the family send it. */
const DeptBranch = Id.or(
  z
    .string()
    .regex(/^\/[1-9]\d{0,9}\/$/)
    .transform((path) => Number(path.slice(1, -1))),
).meta({ canonical: Id })

export const UserQuery = listQuery(
  {
    /** Contained in one of the two names, or in the phone number if the caller may filter by it. */
    keyword: line(64).optional(),
    /** Contained in the account's name, in any letter case. */
    username: line(64).optional(),
    nickName: line(64).optional(),
    /** Ignored if the caller may not view single users. */
    phone: line(20).optional(),
    status: StatusInput.optional(),
    deptId: DeptBranch.optional(),
    postId: Id.optional(),
    roleId: Id.optional(),
  },
  sortFields(user satisfies ResourceOf<User>),
)
export type UserQuery = z.infer<typeof UserQuery>

export const UserStatus = z.object({ userId: Id, status: StatusInput })
export type UserStatus = z.infer<typeof UserStatus>

/** A password given by an administrator. The server checks that it is unlike the account's name. */
export const PasswordReset = z.object({ userId: Id, password: NewPassword })
export type PasswordReset = z.infer<typeof PasswordReset>

/** The options of a user's form. */
export const UserChoices = z.object({
  roles: z.array(
    z.object({
      roleId: z.int(),
      roleName: z.string(),
      roleNameEn: z.string(),
      status: z.enum(statuses),
      /** False if the role grants a permission that the caller does not have. */
      mayGive: z.boolean(),
    }),
  ),
  posts: z.array(z.object({ postId: z.int(), postName: z.string(), postNameEn: z.string(), status: z.enum(statuses) })),
})
export type UserChoices = z.infer<typeof UserChoices>

/** One row of an import. Every cell is text; an empty one is left out. */
export const UserRow = z
  .object({
    username: Username,
    nickName: name(64),
    /** Its name, with enough parent departments to make it unique: `质量部/检验一班`. */
    dept: line(300).optional(),
    /** Name or code. */
    post: line(64).optional(),
    /** Names or keys, separated by commas. */
    roles: line(1000).optional(),
    phone: Phone.default(''),
    email: Email.default(''),
    sex: z.enum(sexes).default('2'),
    status: z.enum(statuses).default(statuses.on),
    remark: line(255).default(''),
    /** Without it, the user cannot sign in before a password reset, except by WeCom. */
    password: NewPassword.optional(),
  })
  .refine(({ username, password }) => password === undefined || isPasswordUnlikeName({ username, password }), {
    path: ['password'],
    message: 'password.likeName',
  })
export type UserRow = z.infer<typeof UserRow>

nameSchemas({ UserInput, UserChange, UserChangeById, User, UserDetail, UserStatus, PasswordReset, UserChoices })
