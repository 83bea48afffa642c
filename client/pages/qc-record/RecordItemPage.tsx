export default function RecordItemPage() {
  return null
}
