export default function TemplateDetailPage() {
  return null
}
