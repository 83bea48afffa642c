/** Of the statistics: counted up when a figure for the same data changes. */
export const ENGINE_VERSION = '1.1.0'
