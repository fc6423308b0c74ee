// globals.d.ts -- what build.mjs puts into the code.
declare const WASM_URL: string; // the address of tambo.wasm
declare const LAB_URL: string; // and of tambo_lab.wasm
declare const WORKER_URL: string; // and of the worker
declare const MORE_STYLE_URL: string; // and of more.css
declare const BUILD: string; // core/build.h
declare const TEXTS: Record<string, Record<string, string>>; // domain -> language -> the address of its texts
declare const SPOKEN: Record<string, { name: string; plural: (n: number) => number }>; // by their codes
