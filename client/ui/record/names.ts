import type { Department } from '#shared/access/department'
import type { DictType } from '#shared/admin/dictionary'
import type { Job } from '#shared/admin/job'
import type { Choice } from '#shared/list/page'
import type { Post } from '#shared/access/post'
import type { Role } from '#shared/access/role'
import type { Session } from '#shared/access/session'
import { localizedNameNow } from '../qc/localized-name'

/** Names and remarks of administration records, in the operator's language. */
export const departmentName = ({ deptName: name, deptNameEn: nameEn }: Pick<Department, 'deptName' | 'deptNameEn'>) =>
  localizedNameNow({ name, nameEn })
export const postName = ({ postName: name, postNameEn: nameEn }: Pick<Post, 'postName' | 'postNameEn'>) =>
  localizedNameNow({ name, nameEn })
export const roleName = ({ roleName: name, roleNameEn: nameEn }: Pick<Role, 'roleName' | 'roleNameEn'>) =>
  localizedNameNow({ name, nameEn })
export const jobName = ({ jobName: name, jobNameEn: nameEn }: Pick<Job, 'jobName' | 'jobNameEn'>) =>
  localizedNameNow({ name, nameEn })
export const dictName = ({ dictName: name, dictNameEn: nameEn }: Pick<DictType, 'dictName' | 'dictNameEn'>) =>
  localizedNameNow({ name, nameEn })
export const remarkOf = ({ remark: name, remarkEn: nameEn }: { remark: string; remarkEn: string }) =>
  localizedNameNow({ name, nameEn })

/** The single role that a session acts as; null for all. */
export const actingRoleName = ({
  actingRole: name,
  actingRoleEn: nameEn,
}: Pick<Session, 'actingRole' | 'actingRoleEn'>) => (name === null ? null : localizedNameNow({ name, nameEn }))

/** A tree to choose from, in the operator's language. */
export const choicesNow = (nodes: readonly Choice[]): Choice[] =>
  nodes.map((node) => ({
    ...node,
    label: localizedNameNow({ name: node.label, nameEn: node.labelEn }),
    ...(node.children && { children: choicesNow(node.children) }),
  }))
