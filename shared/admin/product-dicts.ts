import { qcDicts } from '../qc/constants'

const productDicts: readonly string[] = ['sys_user_sex', 'sys_job_group', ...Object.values(qcDicts)]

/** True for a dictionary that this product itself reads by its type. */
export const isProductDict = (dictType: string) => productDicts.includes(dictType)
