// An asynchronous boundary, so that shared modules are resolved before anything uses them.
void import('./bootstrap');
