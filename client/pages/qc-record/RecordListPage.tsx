export default function RecordListPage() {
  return null
}
