/** d2 and d3: mean and standard deviation of the range of n standard normal values, for n from 2 to 25. */
const D2 = [
  1.1283791670955847, 1.6925687506433778, 2.0587507460080605, 2.325928947281189, 2.5344127212231053, 2.7043567512139823,
  2.8472006120907385, 2.970026324418665, 3.0775054616705435, 3.1728727038162043, 3.258455279744035, 3.3359803540984694,
  3.406763108200172, 3.4718268898822977, 3.531982786109803, 3.5878839617656118, 3.6400637579376784, 3.6889630232078865,
  3.7349501195968813, 3.7783358298428635, 3.819384643363078, 3.8583234232852552, 3.8953481484516064, 3.9306292195073667,
]
const D3 = [
  0.8525024664271964, 0.888368004044827, 0.8798082028244815, 0.8640819410988941, 0.8480396861167944, 0.8332053356215089,
  0.8198314897910851, 0.807834274552395, 0.7970506735184156, 0.7873146205492746, 0.7784783412022773, 0.7704162020625966,
  0.7630230956235832, 0.7562114297266873, 0.7499080894086221, 0.7440517839594003, 0.7385908533767993,
  0.7334814955174481, 0.7286863457058479, 0.7241733407160141, 0.7199148084327099, 0.715886735490262, 0.7120681751463561,
  0.7084407658870365,
]

/** Median of the range of two standard normal values. */
export const MEDIAN_RANGE_OF_TWO = 0.9538725524

/** @returns null for n below 2 or above 25 */
export const d2 = (n: number): number | null => D2[n - 2] ?? null
export const d3 = (n: number): number | null => D3[n - 2] ?? null

/** From c4(2) on, by c4(n + 1) · c4(n) = √((n − 1) / n); index n − 2. */
const C4 = [Math.sqrt(2 / Math.PI)]
for (let n = 2; n < 40; n++) C4.push(Math.sqrt((n - 1) / n) / C4[n - 2]!)

/** The series of ln Γ(x + ½) − ln Γ(x) − ½ ln x in odd powers of 1/x. Beyond the table it has full precision. */
const SERIES = [-1 / 8, 1 / 192, -1 / 640, 17 / 14336, -31 / 18432]

/**
 * c4: mean of the standard deviation of n standard normal values, √(2 / (n − 1))·Γ(n / 2) / Γ((n − 1) / 2).
 * @returns null for n below 2
 */
export function c4(n: number): number | null {
  if (!(n >= 2)) return null
  const exact = C4[n - 2]
  if (exact !== undefined) return exact
  const x = (n - 1) / 2
  return Math.exp(SERIES.reduce((sum, factor, index) => sum + factor / x ** (2 * index + 1), 0))
}

/** c5 = √(1 − c4²): standard deviation of the standard deviation of n standard normal values. */
export function c5(n: number): number | null {
  const mean = c4(n)
  return mean === null ? null : Math.sqrt(1 - mean * mean)
}
