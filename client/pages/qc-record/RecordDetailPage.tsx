export default function RecordDetailPage() {
  return null
}
