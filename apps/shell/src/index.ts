// The asynchronous boundary that lets shared modules be agreed on before anything uses them.
void import('./bootstrap');
