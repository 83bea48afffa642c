export default function LabelPage() {
  return null
}
