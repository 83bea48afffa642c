export default function QrCodeInfoPage() {
  return null
}
