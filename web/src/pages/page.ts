export interface Page { destroy(): void }
