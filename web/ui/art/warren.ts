export const warren = (_seed: number, _shape: 'wide' | 'tall'): string => '<svg xmlns="http://www.w3.org/2000/svg"/>'
