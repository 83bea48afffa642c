export default function TemplateListPage() {
  return null
}
