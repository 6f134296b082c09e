import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'loans.csv': 'd1fccc53fa662d6f6150',
}

unchanged()
nothing_new()
text = answer(900)
each(text, {'Ruth Marsh': 7, 'Olive Harper': 6, 'Emma Kelly': 5, 'Liam Nolan': 4, 'Harry Harper': 4},
     others=['Carla Dawson',
 'Carla Shaw',
 'Carla Yates',
 'Colin Dixon',
 'Dora Turner',
 'Emma Collins',
 'Emma Lowe',
 'Frank Ellis',
 'Grace Jensen',
 'Grace Parker',
 'Harry Osborne',
 'Hugo Barker',
 'Hugo Dixon',
 'Hugo Reed',
 'Iris Underwood',
 'Jack Bishop',
 'Kate Norris',
 'Kate Underwood',
 'Martin Nolan',
 'Martin Norris',
 'Mona Barker',
 'Mona Fisher',
 'Nina Foster',
 'Noah Bishop',
 'Noah Carver',
 'Noah Quinn',
 'Noah Walsh',
 'Oscar Yates',
 'Paula Vance',
 'Peter Collins',
 'Peter Osborne',
 'Ruth Parker',
 'Ruth Shaw',
 'Sam Irving',
 'Tessa Kelly',
 'Victor Abbott',
 'Victor Dawson',
 'Victor Gibbs',
 'Victor Hobbs',
 'Wendy Abbott',
 'Wendy Quinn',
 'Zoe Gibbs',
 'Zoe Irving'])
