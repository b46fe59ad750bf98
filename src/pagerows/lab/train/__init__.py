"""Learning and studies: what makes the models that the library ships. Needs the ``train`` extra; run time does not."""
