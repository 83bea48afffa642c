import { useAllowed } from '../../ui/Allow'

/** What of quality control the operator may read, before the server has told any of it. */
export function useQcRights() {
  const mayRecords = useAllowed(['qc:record:list'])
  const maySignals = useAllowed(['qc:signal:list'])
  const mayAnalyse = useAllowed(['qc:analysis:list'])
  return { mayRecords, maySignals, mayAnalyse, mayAny: mayRecords || maySignals || mayAnalyse }
}
