"""HTML pages to read and to pass on: a privacy statement and a verification report. Each is one file that loads no
other resources."""
