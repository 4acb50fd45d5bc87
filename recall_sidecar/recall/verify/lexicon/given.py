"""Given names, which tell a person in German, where every noun has a capital, and in scripts without capitals."""

__all__ = ["GIVEN"]

GIVEN = """
Adam Alan Albert Alex Alexander Alexandra Alice Alicia Amanda Amelia Amy Ana Anders Andrea Andreas Andrew Andy Angela Anita Anna Anne
Anthony Antonio Ariana Arthur Audrey Barbara Beatriz Ben Benjamin Bernd Beth Bob Boris Brandon Brian Bruno Calvin Camila Carl Carla
Carlos Carmen Carol Caroline Catherine Charles Charlie Charlotte Chiara Chloe Chris Christian Christine Claire Clara Claudia Daniel
Daniela Dave David Deborah Dennis Diana Diego Dmitri Dominik Dorothy Eduardo Edward Elena Elias Elisa Elizabeth Ella Ellen Emil Emily
Emma Eric Erik Eva Evan Felix Fernando Florian Frank Franz Fred Gabriel George Gina Giulia Grace Greg Hannah Hans Harry Heidi Helen Helena
Henry Hugo Ian Igor Ines Ingrid Irina Isabel Isabella Ivan Jack Jacob Jake James Jan Jane Jason Javier Jean Jennifer Jessica Jim Joan
Joanna Joe Johannes John Jolene Jon Jonas Jonathan Jordan Jorge Jose Joseph Joshua Juan Julia Julian Julie Karen Karin Karl Kate
Katharina Kathrin Katie Kevin Klaus Lara Laura Lea Lena Leo Leon Leonard Liam Lily Linda Lisa Lucas Lucia Lucy Luis Luisa Lukas Luke Maja
Marc Marco Marcus Maria Mariana Marie Mario Mark Markus Marta Martha Martin Martina Mary Matteo Matthew Max Megan Melanie Melissa Mia
Michael Michelle Miguel Mike Mila Monica Monika Nadia Natalia Natalie Nate Nathan Nicholas Nick Nicole Nina Noah Nora Oleg Olga Oliver
Olivia Oscar Otto Pablo Patricia Patrick Paul Paula Pedro Peter Petra Philip Pierre Rachel Rafael Rebecca Ricardo Richard Rita Robert Roberto
Rosa Rose Ryan Sam Samantha Samuel Sandra Sara Sarah Sebastian Sergei Silvia Simon Sofia Sophia Sophie Stefan Stefanie Stephanie Stephen Steve
Steven Susan Susanne Tanja Teresa Thomas Tim Tina Tom Tobias Tony Ursula Valentina Vanessa Vera Veronica Victor Victoria Vincent Walter
Wei William Wolfgang Yuki Yusuf Zoe
"""
