"""Need: could memory help with this message?"""
