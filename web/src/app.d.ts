/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:colours.css';
