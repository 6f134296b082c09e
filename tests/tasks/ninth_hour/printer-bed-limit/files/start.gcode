G28 ; home
M190 S60 ; wait for the bed
M109 S210
G92 E0
